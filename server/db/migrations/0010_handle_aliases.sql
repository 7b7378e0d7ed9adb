CREATE TABLE "handle_aliases" (
	"channel" text NOT NULL,
	"alias" text NOT NULL,
	"handle" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "handle_aliases_channel_alias_pk" PRIMARY KEY("channel","alias")
);
--> statement-breakpoint
CREATE INDEX "handle_aliases_handle" ON "handle_aliases" USING btree ("handle");