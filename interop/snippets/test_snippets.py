"""Every snippet of every client, with every catalog that it fits, each by the check that checks.py names."""

import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest
import urllib.request

import programs
from checks import CHECKS
from host import Host
from world import World


class Job:
    """One snippet to check: a client's text for one catalog."""

    def __init__(self, suite, client, name):
        self.suite, self.client, self.name = suite, client, name
        self.catalog = suite.world.catalogs[name]
        self.text = suite.world.texts[name][client["ID"]]
        self.token = suite.world.token if self.catalog.get("authorization") else None
        self.variant = next((v for v in ("read-only", "deferred") if client["ID"].endswith(v)), "")

    def beside(self, client):
        """The text of another client for the same catalog."""
        return self.suite.world.texts[self.name][client]

    def run(self):
        return self.suite.host.run(self.catalog)

    def folder(self):
        return pathlib.Path(tempfile.mkdtemp(dir=self.suite.folder))

    def host_post(self, run, path, body):
        request = urllib.request.Request(run.url + path, json.dumps(body).encode(), {
            "Content-Type": "application/json", "Authorization": "Bearer sk-loopback", "OpenAI-Beta": "agents=v1"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)


class Snippets(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="comity-snippets-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.world = World()
        cls.addClassCleanup(cls.world.stop)
        cls.host = Host()
        cls.addClassCleanup(cls.host.stop)

    def test_every_client_has_a_check(self):
        clients = [c["ID"] for c in self.world.clients]
        self.assertEqual(clients, [c for c in clients if c in CHECKS], "clients that checks.py does not check")
        self.assertEqual(sorted(CHECKS), sorted(clients), "checks of clients that there are not")

    def test_typescript_is_of_the_packages_types(self):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        (folder / "package.json").write_text('{"type": "module"}')
        (folder / "node_modules").symlink_to(programs.HERE / "node_modules")
        shutil.copy(programs.HERE / "tsconfig.json", folder)
        for client in self.world.clients:
            for name, texts in self.world.texts.items():
                if client["Language"] == "ts" and client["ID"] in texts:
                    (folder / f"{client['ID']}.{name.replace(' ', '-')}.ts").write_text(texts[client["ID"]])
        self.assertGreater(len(list(folder.glob("*.ts"))), 20)
        done = subprocess.run([programs.NODE / "tsc", "--project", "."], cwd=folder, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.stdout + done.stderr, "")

    def test_every_snippet(self):
        jobs = [
            Job(self, client, name) for client in self.world.clients if client["ID"] in CHECKS and wanted(client)
            for name in self.world.catalogs if name.split()[0] in CHECKS[client["ID"]][0].split()
        ]
        with concurrent.futures.ThreadPoolExecutor(max_workers=3) as pool:
            done = list(zip(jobs, pool.map(outcome, jobs)))
        for job, (fault, _) in done:
            with self.subTest(client=job.client["ID"], catalog=job.name):
                if fault is not None:
                    self.fail(fault)
        print("\n" + table([c for c in self.world.clients if wanted(c)], done))


def wanted(client):
    """Whether the client is one of those in $CLIENTS; all are when that is unset."""
    return client["ID"] in os.environ.get("CLIENTS", client["ID"]).split()


def outcome(job):
    """The fault of a snippet, or None, and the seconds that the check took."""
    began = time.monotonic()
    try:
        CHECKS[job.client["ID"]][1](job)
        fault = None
    except Exception as e:
        fault = f"{type(e).__name__}: {e}\n--- the snippet\n{job.text}"
    return fault, time.monotonic() - began


def table(clients, done):
    """Which client was checked how, with how many catalogs."""
    rows = []
    for client in clients:
        of = [(fault, seconds) for job, (fault, seconds) in done if job.client["ID"] == client["ID"]]
        good = sum(fault is None for fault, _ in of)
        how = CHECKS[client["ID"]][2] if client["ID"] in CHECKS else "NOT CHECKED"
        rows.append(f"{client['ID']:<38} {good}/{len(of)} catalogs {sum(s for _, s in of):6.1f} s  {how}")
    return "\n".join(rows)


if __name__ == "__main__":
    unittest.main()
