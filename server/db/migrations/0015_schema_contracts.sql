CREATE TABLE "schema_contracts" (
	"migration" text PRIMARY KEY NOT NULL,
	"needs" text NOT NULL,
	"needs_at" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
