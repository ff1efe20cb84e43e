"""Creates, reads and finds a contact and reads a missing table with the generated client; prints what came as JSON."""
import json
import sys

from space_api_client import AuthenticatedClient
from space_api_client.api.contacts import contacts_create, contacts_get, contacts_list
from space_api_client.api.tables import tables_create, tables_get
from space_api_client.api.views import views_create
from space_api_client.models import (
    ContactsCreateBody,
    ContactsListFieldsItem,
    KanbanViewConfig,
    NumberColumnConfig,
    Problem,
    TablesCreateBody,
    TablesCreateBodyColumnsItem,
    TablesCreateBodyColumnsItemType,
    ViewsCreateBody,
    ViewsCreateBodyType,
)

with AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2]) as client:
    body = ContactsCreateBody(name="Ada", email="ada.python@example.com")
    made = contacts_create.sync(client=client, body=body)
    read = contacts_get.sync(made.id, client=client)
    rule = {"field": "email", "op": "eq", "value": "ada.python@example.com"}
    fields = [ContactsListFieldsItem.NAME, ContactsListFieldsItem.EMAIL]
    page = contacts_list.sync(client=client, condition=json.dumps(rule), fields=fields)
    found = [{"name": contact.name, "email": contact.email} for contact in page.data]
    columns = [
        TablesCreateBodyColumnsItem(key="done", label="Done", type_=TablesCreateBodyColumnsItemType.CHECKBOX),
        TablesCreateBodyColumnsItem(
            key="amount", label="Amount", type_=TablesCreateBodyColumnsItemType.NUMBER, field_config=NumberColumnConfig(precision=2)
        ),
    ]
    table = tables_create.sync(client=client, body=TablesCreateBody(name="Deals", columns=columns))
    config = KanbanViewConfig(stack_by="done")
    view = views_create.sync(table.id, client=client, body=ViewsCreateBody(name="Board", type_=ViewsCreateBodyType.KANBAN, config=config))
    # The union is open, so that its first type may hold the settings of another one.
    amount = next(column for column in table.columns if column.key == "amount")
    settings = {"precision": amount.field_config.to_dict()["precision"], "stack_by": view.config.to_dict()["stack_by"]}
    problem = tables_get.sync("tbl_missing", client=client)
assert isinstance(problem, Problem)
answer = {"made": made.name, "read": read.email, "found": found, **settings}
print(json.dumps({**answer, "code": problem.code, "status": problem.status}))
