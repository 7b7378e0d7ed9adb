CREATE TABLE "typed_texts" (
	"user_id" uuid NOT NULL,
	"thread_id" uuid NOT NULL,
	"body" text NOT NULL,
	"revision" uuid NOT NULL,
	CONSTRAINT "typed_texts_user_id_thread_id_pk" PRIMARY KEY("user_id","thread_id")
);
--> statement-breakpoint
ALTER TABLE "typed_texts" ADD CONSTRAINT "typed_texts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "typed_texts" ADD CONSTRAINT "typed_texts_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "typed_texts_thread" ON "typed_texts" USING btree ("thread_id");