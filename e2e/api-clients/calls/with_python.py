"""Creates and reads a contact and a missing table with the generated client; prints what came as JSON."""
import json
import sys

from space_api_client import AuthenticatedClient
from space_api_client.api.contacts import contacts_create, contacts_get
from space_api_client.api.tables import tables_get
from space_api_client.models import ContactsCreateBody, Problem

with AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2]) as client:
    body = ContactsCreateBody(name="Ada", email="ada.python@example.com")
    made = contacts_create.sync(client=client, body=body)
    read = contacts_get.sync(made.id, client=client)
    problem = tables_get.sync("tbl_missing", client=client)
assert isinstance(problem, Problem)
print(json.dumps({"made": made.name, "read": read.email, "code": problem.code, "status": problem.status}))
