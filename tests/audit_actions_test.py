"""Every action that the sources write into an audit chain is one that can be asked for, or one of the installation's own."""
import pathlib
import re
import unittest

SOURCES = pathlib.Path(__file__).resolve().parent.parent / "src"
# In the chain of the installation, which no project reads.
OF_THE_INSTALLATION = {
    "ledger.sealed", "lists.imported", "lists.pruned", "lists.rebuilt", "lists.removed", "lists.served", "monitoring.cleaned", "party.judged", "project.added",
    "project.disabled", "project.enabled", "screening.begun_anew", "sign_in.throttled", "tokens.cleaned", "webhooks.cleaned"}
# Events and leases have names of the same form.
OTHER_NAMES = {
    "match.created", "match.updated", "match.reopened", "match.discarded", "profile.updated", "webhook.test", "lists.update", "validation.weak"}
FILES = re.compile(r"\.(html|db|key|toml|json|jsonl|lock|csv|xml|tsv|sql|pem)$")


def dotted_words(text):
    return set(re.findall(r'"([a-z_]+\.[a-z_]+)"', text))


def known_actions():
    return dotted_words((SOURCES / "service" / "audit" / "audit_actions.h").read_text())


class AuditActions(unittest.TestCase):
    def test_every_written_action_can_be_asked_for(self):
        written = set()
        for folder in ("service", "ledger"):
            for path in (SOURCES / folder).rglob("*.*"):
                if path.parent.name != "testing" and not path.name.endswith("_test.cc") and path.name != "audit_actions.h":
                    written |= dotted_words(path.read_text())
        written = {each for each in written if not FILES.search(each)}
        self.assertEqual(set(), written - known_actions() - OF_THE_INSTALLATION - OTHER_NAMES)
        composed = {"match.reviewed", "match.commented"}  # "match." and what the reviewer did
        self.assertEqual(set(), known_actions() - written - composed)


if __name__ == "__main__":
    unittest.main()
