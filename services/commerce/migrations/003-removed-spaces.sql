-- The ledger stays append-only. Only the removal of a whole Space deletes its entries: it names the Space in its transaction.
create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.space_id = current_setting('space.removed', true) then
      return old;
    end if;
  end if;
  raise exception 'The ledger is append-only: % of % is refused.', tg_op, tg_table_name using errcode = '23001';
end $$;
