DROP INDEX "credit_entries_user";--> statement-breakpoint
ALTER TABLE "credit_entries" ADD COLUMN "seq" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "credit_entries_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
CREATE INDEX "credit_entries_user" ON "credit_entries" USING btree ("user_id","seq");--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_kind" CHECK (case "credit_entries"."kind"
        when 'grant' then "credit_entries"."granted_delta" > 0 and "credit_entries"."used_delta" = 0
        when 'spend' then "credit_entries"."granted_delta" = 0 and "credit_entries"."used_delta" = 1 and "credit_entries"."message_id" is not null
        when 'give_back' then "credit_entries"."granted_delta" = 0 and "credit_entries"."used_delta" = -1 and "credit_entries"."message_id" is not null
        when 'refund' then "credit_entries"."granted_delta" <= 0 and "credit_entries"."used_delta" = 0 and "credit_entries"."checkout_session_id" is not null
        when 'restore' then "credit_entries"."granted_delta" >= 0 and "credit_entries"."used_delta" = 0 and "credit_entries"."checkout_session_id" is not null
        when 'adjust' then "credit_entries"."granted_delta" <> 0 and "credit_entries"."used_delta" = 0
        else false end);--> statement-breakpoint
CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'The ledger is append-only: write another entry that corrects it.' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "credit_entries_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "credit_entries"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();
