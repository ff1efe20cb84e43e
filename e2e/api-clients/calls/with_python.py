"""Creates, reads and finds a contact and reads a missing table with the generated client; prints what came as JSON."""
import json
import sys

from space_api_client import AuthenticatedClient
from space_api_client.api.contacts import contacts_create, contacts_get, contacts_list
from space_api_client.api.tables import tables_get
from space_api_client.models import ContactsCreateBody, ContactsListFieldsItem, Problem

with AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2]) as client:
    body = ContactsCreateBody(name="Ada", email="ada.python@example.com")
    made = contacts_create.sync(client=client, body=body)
    read = contacts_get.sync(made.id, client=client)
    rule = {"field": "email", "op": "eq", "value": "ada.python@example.com"}
    fields = [ContactsListFieldsItem.NAME, ContactsListFieldsItem.EMAIL]
    page = contacts_list.sync(client=client, condition=json.dumps(rule), fields=fields)
    found = [{"name": contact.name, "email": contact.email} for contact in page.data]
    problem = tables_get.sync("tbl_missing", client=client)
assert isinstance(problem, Problem)
answer = {"made": made.name, "read": read.email, "found": found}
print(json.dumps({**answer, "code": problem.code, "status": problem.status}))
