CREATE TABLE "dashboard_texts" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"send_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dashboard_texts" ADD CONSTRAINT "dashboard_texts_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard_texts" ADD CONSTRAINT "dashboard_texts_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "dashboard_texts_send_key" ON "dashboard_texts" USING btree ("thread_id","send_id");