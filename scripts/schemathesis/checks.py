"""The check `refusal_is_listed`: a request that fits the schema is accepted, or refused for a reason in refusals.json.

Also the change of the document that schemathesis needs in order to generate JSON text in a query.
"""

import json
import pathlib

import schemathesis
from schemathesis import GenerationMode

# Chunks of tus are bytes.
schemathesis.serializer.alias("application/offset+octet-stream", "application/octet-stream")


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Describes a query parameter of JSON text as content: schemathesis generates values of a content, not of a contentSchema."""
    for operations in raw_schema["paths"].values():
        for operation in operations.values():
            for parameter in operation["parameters"]:
                schema = parameter.get("schema", {})
                if "contentSchema" in schema:
                    del parameter["schema"]
                    parameter.pop("example", None)
                    parameter["content"] = {schema["contentMediaType"]: {"schema": schema["contentSchema"]}}


EVERY_OPERATION = "every operation"

REFUSALS = json.loads((pathlib.Path(__file__).parent / "refusals.json").read_text())


def covers(pattern: str, path: list[str]) -> bool:
    """Says whether a path is the one of a pattern; `*` at its end stands for any rest, and indexes do not count."""
    parts = pattern.split(".") if pattern else []
    names = [name for name in path if not name.isdigit()]
    if parts[-1:] == ["*"]:
        return names[: len(parts) - 1] == parts[:-1]
    return names == parts


def is_listed(operation: str, path: str, code: str) -> bool:
    """Says whether an operation may refuse a valid request with this code at this field; the code `*` stands for any."""
    for group in (EVERY_OPERATION, operation):
        for refusal in REFUSALS.get(group, {}):
            pattern, _, listed = refusal.rpartition(" ")
            if listed in (code, "*") and covers(pattern, path.split(".") if path else []):
                return True
    return False


@schemathesis.check
def refusal_is_listed(ctx, response, case):
    """Fails for a valid request that is refused with 400, 412 or 422 for a reason that is not listed."""
    if case.meta is None or case.meta.generation.mode != GenerationMode.POSITIVE:
        return
    if response.status_code not in (400, 412, 422):
        return
    problem = response.json()
    operation = case.operation.definition.raw["operationId"]
    errors = problem.get("errors") or [{"path": "", "code": problem["code"], "message": problem["detail"]}]
    for error in errors:
        if not is_listed(operation, error["path"], error["code"]):
            raise AssertionError(
                f'{operation} refused a valid request: "{error["path"]} {error["code"]}" ({error["message"]}) is not in refusals.json'
            )
