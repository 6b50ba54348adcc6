"""Runs schemathesis, as schemathesis.toml has it, over a server's own /openapi.json. Prints one JSON object with what
came of it on stdout, and schemathesis' own report, with a curl command for every failure, on stderr. Exit code 0 only
when all operations were tested and none failed a check.

    $(scripts/test-tools --path)/venv/bin/python crates/app/tests/tools/conformance.py http://127.0.0.1:8080 \
        [--max-examples 100] [-H "Authorization: Bearer KEY"] [any other option of `schemathesis run`]
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

CONFIG = Path(__file__).with_name("schemathesis.toml")


def main() -> int:
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    base, options = sys.argv[1].rstrip("/"), sys.argv[2:]
    # It keeps caches in the folder it runs in.
    with tempfile.TemporaryDirectory(prefix="vouch-conformance-") as folder:
        report = Path(folder, "report.json")
        program = [str(Path(sys.executable).with_name("schemathesis")), "--no-color", "--config-file", str(CONFIG)]
        arguments = ["run", "--report", "json", "--report-json-path", str(report), *options]
        command = [*program, *arguments, f"{base}/openapi.json"]
        code = subprocess.run(command, cwd=folder, stdout=sys.stderr).returncode
        if not report.exists():
            error = f"schemathesis ended with code {code} before it tested anything"
            print(json.dumps({"passed": False, "error": error}))
            return 1
        found = json.loads(report.read_text())
    operations, cases = found["operations"], found["test_cases"]
    # A run that stopped half-way, or tested nothing, has shown nothing.
    whole = found["complete"] and operations["tested"] == operations["selected"] > 0
    rates = found["valid_rates"].items()
    accepted = {name: sum(phase["accepted"] for phase in phases.values()) for name, phases in rates}
    outcome = {
        "passed": code == 0 and whole,
        "operations": operations["total"],
        "tested": operations["tested"],
        "cases": cases["generated"],
        "failures": [{key: failure[key] for key in ("title", "count", "operations")} for failure in found["failures"]],
        "errors": found["errors"],
        # Answers in the 2xx by operation: one that never had any was only tested for how it refuses.
        "accepted": accepted,
        "seconds": round(found["running_time"], 1),
    }
    print(json.dumps(outcome))
    return 0 if outcome["passed"] else 1


if __name__ == "__main__":
    sys.exit(main())
