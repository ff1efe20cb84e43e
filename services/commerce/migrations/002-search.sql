-- Finds orders by words in their number and email.
create index sales_order_search on sales_order using gin ((lower(number || E'\n' || coalesce(email, ''))) public.gin_trgm_ops);
