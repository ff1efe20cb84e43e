-- The tables of the service work. Each primary key begins with the id of the Space.
comment on schema work is 'The service work.';
