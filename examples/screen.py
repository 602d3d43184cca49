"""Looks for a person and says why each hit is one: screen.py NAME"""
import os
import sys

from vedette_client import Vedette, VedetteError

vedette = Vedette(os.environ.get("API_URL", "http://127.0.0.1:8080"), os.environ.get("API_PROJECT", "DEMO"),
                  os.environ.get("API_USER", "demo"), os.environ["API_PASSWORD"])
try:
    found = vedette.get_screening(search_type="individual", name=sys.argv[1])
except VedetteError as problem:
    sys.exit(f"{problem}; request {problem.request_id}")
print(found["total_hits"], "hits, ref", found["ref"])
for hit in found["hits"]:
    print(round(hit["score"] * 100), hit["doc"]["name"], "-", hit["explanation"])
vedette.sign_out()
