CREATE TABLE "restores" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"backed_up_at" timestamp with time zone NOT NULL,
	"restored_at" timestamp with time zone NOT NULL,
	"last_message_seq" bigint NOT NULL,
	"last_delivery_seq" bigint NOT NULL,
	"waiting_choice" text,
	"unsent_choice" text,
	"payments_fetched_at" timestamp with time zone,
	"resumed_at" timestamp with time zone
);
