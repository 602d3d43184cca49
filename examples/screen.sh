#!/usr/bin/env bash
# Looks for a person and says why each hit is one: examples/screen.sh NAME
set -euo pipefail
: "${API_URL:=http://127.0.0.1:8080}" "${API_PROJECT:=DEMO}" "${API_USER:=demo}" "${API_PASSWORD:?}"

field() { python3 -c 'import json,sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }
token=$(curl -sS --fail-with-body -u "$API_USER:$API_PASSWORD" "$API_URL/svc/3.0/api/token/$API_PROJECT" | field access_token)

curl -sS --fail-with-body -H "Authorization: Bearer $token" --get "$API_URL/screening" \
  --data-urlencode search_type=individual --data-urlencode "name=$1" |
  python3 -c '
import json, sys
data = json.load(sys.stdin)["data"]
print(data["total_hits"], "hits, ref", data["ref"])
for hit in data["hits"]:
    print(round(hit["score"] * 100), hit["doc"]["name"], "-", hit["explanation"])'
