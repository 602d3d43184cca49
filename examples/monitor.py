"""Watches two customers, calls the first open match a false positive, and reads what happened."""
import os

from vedette_client import Vedette

vedette = Vedette(os.environ.get("API_URL", "http://127.0.0.1:8080"), os.environ.get("API_PROJECT", "DEMO"),
                  os.environ.get("API_USER", "demo"), os.environ["API_PASSWORD"])

vedette.post_individual_add_or_update_multiple({"monitorRecords": [
    {"id": "py-1", "name": "Barney Thistlewicke", "dob": "1957-02-19"},
    {"id": "py-2", "name": "Wilhelmina Quarterbrook"}]})

matches = vedette.get_individual_matches_get_all(individual_monitor_record_id="py-1")["matches"]
vedette.post_individual_insert_multiple_reviews({"individual_monitor_record_id": "py-1", "reviews": [
    {"qrCode": matches[0]["qrCode"], "status": "false-positive", "clientComment": "Another person: born elsewhere"}]})

for event in vedette.get_monitoring_events(limit=1000)["events"]:
    print(event["type"])
vedette.sign_out()
