#!/usr/bin/env bash
# Watches two customers, calls the first open match a false positive, and reads what happened.
set -euo pipefail
: "${API_URL:=http://127.0.0.1:8080}" "${API_PROJECT:=DEMO}" "${API_USER:=demo}" "${API_PASSWORD:?}"

pick() { python3 -c "import json,sys; data = json.load(sys.stdin); print($1)"; }
token=$(curl -sS --fail-with-body -u "$API_USER:$API_PASSWORD" "$API_URL/svc/3.0/api/token/$API_PROJECT" | pick 'data["access_token"]')
api() { curl -sS --fail-with-body -H "Authorization: Bearer $token" -H 'Content-Type: application/json' "$@"; }
individual=$API_URL/monitoring/individual/records

api "$individual/addOrUpdateMultiple" -d '{"monitorRecords": [
  {"id": "sh-1", "name": "Barney Thistlewicke", "dob": "1957-02-19"},
  {"id": "sh-2", "name": "Wilhelmina Quarterbrook"}]}' >/dev/null

qr_code=$(api "$individual/matches/getAll?individual_monitor_record_id=sh-1" | pick 'data["data"]["matches"][0]["qrCode"]')
api "$individual/matches/insertMultipleReviews" -d "{\"individual_monitor_record_id\": \"sh-1\", \"reviews\": [
  {\"qrCode\": \"$qr_code\", \"status\": \"false-positive\", \"clientComment\": \"Another person: born elsewhere\"}]}" >/dev/null

api "$API_URL/monitoring/events?limit=1000" | pick '"\n".join(each["type"] for each in data["data"]["events"])'
