import type { AccountExport } from '#shared/api/account.ts';
import type { TestConversation, TestDraftReply, TestMessageReply } from '#shared/api/ai-testing.ts';
import type { AlertsReply, Receiver, TestAlertReply } from '#shared/api/alerts.ts';
import type { AnalyticsReply } from '#shared/api/analytics.ts';
import type { ApiTokensReply, NewApiTokenReply } from '#shared/api/api-tokens.ts';
import type { ProfileReply, SessionReply, User } from '#shared/api/auth.ts';
import type {
  CheckoutReply,
  CheckoutSessionReply,
  HistoryReply,
  PortalReply,
  PricingReply,
  SubscriptionReply,
} from '#shared/api/billing.ts';
import type { BrandingReply } from '#shared/api/branding.ts';
import type { CannedReply } from '#shared/api/canned-replies.ts';
import type { DoctorReply } from '#shared/api/doctor.ts';
import type { EmailChangeReply } from '#shared/api/email-change.ts';
import type { ChecklistReply } from '#shared/api/expert-checklist.ts';
import type { ExpertVersionsReply, RestoredVersionReply } from '#shared/api/expert-versions.ts';
import type { ConnectReply, Expert, PublicExpert } from '#shared/api/experts.ts';
import type {
  AnswerUnansweredReply,
  KnowledgeSearchReply,
  KnowledgeSource,
  SourceDetails,
  SourcesReply,
  UnansweredReply,
} from '#shared/api/knowledge.ts';
import type { CountedLabel, Label } from '#shared/api/labels.ts';
import type { Message, MessagesReply } from '#shared/api/messages.ts';
import type { Note, NotesReply } from '#shared/api/notes.ts';
import type { LockReply } from '#shared/api/owner-links.ts';
import type { PeopleReply, PersonDetails } from '#shared/api/people.ts';
import type { PhonesReply } from '#shared/api/phones.ts';
import type { PresenceReply } from '#shared/api/presence.ts';
import type { Provider, TestProviderReply, VendorModelsReply } from '#shared/api/providers.ts';
import type { PauseReply } from '#shared/api/restore.ts';
import type { CountedView, SavedView } from '#shared/api/saved-views.ts';
import type { SearchReply } from '#shared/api/search.ts';
import type {
  BeginSecondFactorReply,
  RecoveryCodesReply,
  SecondFactorReply,
} from '#shared/api/second-factor.ts';
import type { SessionsReply } from '#shared/api/sessions.ts';
import type { SetupReply } from '#shared/api/setup.ts';
import type { InviteReply, TeamReply } from '#shared/api/team.ts';
import type { FailuresReply, ThreadCounts, ThreadExpert } from '#shared/api/thread-filters.ts';
import type { GesturesReply } from '#shared/api/thread-gestures.ts';
import type { Colleague, Thread, ThreadsReply } from '#shared/api/threads.ts';
import type { TypedReply } from '#shared/api/typed.ts';
import type { UnpaidThreads } from '#shared/api/unpaid.ts';

export type Replies = {
  'POST /api/auth/login': SessionReply;
  'POST /api/auth/register': SessionReply;
  'POST /api/auth/logout': { ok: true };
  'GET /api/auth/user': { user: User };
  'GET /api/auth/sessions': SessionsReply;
  'DELETE /api/auth/sessions': { ok: true };
  'DELETE /api/auth/sessions/:id': { ok: true };
  'GET /api/auth/phones': PhonesReply;
  'DELETE /api/auth/phones/:id': { ok: true };
  'POST /api/auth/password/confirm': { ok: true };
  'GET /api/auth/second-factor': SecondFactorReply;
  'POST /api/auth/second-factor': BeginSecondFactorReply;
  'DELETE /api/auth/second-factor': { ok: true };
  'POST /api/auth/second-factor/confirm': RecoveryCodesReply;
  'POST /api/auth/second-factor/recovery-codes': RecoveryCodesReply;
  'POST /api/auth/step-up': { ok: true };
  'GET /api/search': SearchReply;
  'POST /api/threads/failures': FailuresReply;
  'GET /api/threads/counts': { counts: ThreadCounts };
  'GET /api/threads/experts': { experts: ThreadExpert[] };
  'GET /api/experts/public': { experts: PublicExpert[] };
  'POST /api/experts/:id/connect': ConnectReply;
  'GET /api/experts': { experts: Expert[] };
  'POST /api/experts': { expert: Expert };
  'PUT /api/experts/:id': { expert: Expert };
  'POST /api/experts/:id/upload-image': { expert: Expert };
  'GET /api/experts/:id': { expert: Expert };
  'PUT /api/experts/:id/archived': { expert: Expert };
  'GET /api/experts/:id/checklist': ChecklistReply;
  'PUT /api/experts/:id/webhook': { ok: true };
  'GET /api/experts/:id/versions': ExpertVersionsReply;
  'POST /api/experts/:id/versions/:version/restore': RestoredVersionReply;
  'GET /api/experts/:id/sources': SourcesReply;
  'POST /api/experts/:id/sources': { source: KnowledgeSource };
  'GET /api/experts/:id/sources/:sourceId': SourceDetails;
  'PATCH /api/experts/:id/sources/:sourceId': { source: KnowledgeSource };
  'DELETE /api/experts/:id/sources/:sourceId': { ok: true };
  'POST /api/experts/:id/sources/:sourceId/publish': { source: KnowledgeSource };
  'POST /api/experts/:id/sources/:sourceId/read': { source: KnowledgeSource };
  'GET /api/experts/:id/knowledge/search': KnowledgeSearchReply;
  'GET /api/experts/:id/unanswered': UnansweredReply;
  'POST /api/unanswered/:messageId/answer': AnswerUnansweredReply;
  'GET /api/providers': { providers: Provider[] };
  'POST /api/providers': { provider: Provider };
  'PUT /api/providers/:id': { provider: Provider };
  'GET /api/threads': ThreadsReply;
  'PUT /api/threads/:id/title': { thread: Thread };
  'GET /api/threads/:id/messages': MessagesReply;
  'GET /api/threads/:id/attachments/:attachmentId': Blob;
  'POST /api/threads/:id/messages': { message: Message };
  'POST /api/threads/:id/messages/:messageId/replay': { message: Message };
  'POST /api/threads/:id/messages/:messageId/draft/send': { message: Message };
  'DELETE /api/threads/:id/messages/:messageId/draft': { message: Message };
  'GET /api/threads/unpaid': UnpaidThreads;
  'POST /api/threads/:id/answer-unpaid': { answering: number };
  'POST /api/threads/:id/take': { thread: Thread };
  'POST /api/threads/gestures': GesturesReply;
  'POST /api/threads/:id/undo': { thread: Thread };
  'POST /api/threads/:id/return': { thread: Thread };
  'POST /api/threads/:id/false-alarm': { thread: Thread };
  'GET /api/canned-replies': { cannedReplies: CannedReply[] };
  'POST /api/canned-replies': { cannedReply: CannedReply };
  'PUT /api/canned-replies/:id': { cannedReply: CannedReply };
  'DELETE /api/canned-replies/:id': { ok: true };
  'GET /api/views': { views: CountedView[] };
  'POST /api/views': { view: SavedView };
  'PUT /api/views/:id': { view: SavedView };
  'DELETE /api/views/:id': { ok: true };
  'GET /api/alerts': AlertsReply;
  'POST /api/alerts/receivers': { receiver: Receiver };
  'PUT /api/alerts/receivers/:id': { receiver: Receiver };
  'DELETE /api/alerts/receivers/:id': { ok: true };
  'POST /api/alerts/test': TestAlertReply;
  'GET /api/api-tokens': ApiTokensReply;
  'POST /api/api-tokens': NewApiTokenReply;
  'DELETE /api/api-tokens/:id': { ok: true };
  'PUT /api/threads/:id/seen': { ok: true };
  'GET /api/labels': { labels: CountedLabel[] };
  'POST /api/labels': { label: Label };
  'PUT /api/labels/:id': { label: Label };
  'DELETE /api/labels/:id': { ok: true };
  'POST /api/labels/:id/threads': { threadIds: string[] };
  'GET /api/threads/assignees': { assignees: Colleague[] };
  'PUT /api/threads/:id/assignee': { thread: Thread };
  'DELETE /api/threads/:id/minor': { thread: Thread };
  'PUT /api/threads/:id/resolved': { thread: Thread };
  'POST /api/threads/:id/presence': PresenceReply;
  'PUT /api/threads/:id/typed': TypedReply;
  'GET /api/threads/:id/notes': NotesReply;
  'POST /api/threads/:id/notes': { note: Note };
  'DELETE /api/threads/:id/notes/:id': { ok: true };
  'PUT /api/auth/profile': ProfileReply;
  'PUT /api/auth/password': { token: string };
  'POST /api/auth/password/forgot': { ok: true };
  'POST /api/auth/password/reset': SessionReply;
  'POST /api/auth/email-change': EmailChangeReply;
  'POST /api/auth/email/verify': { user: User };
  'POST /api/auth/email/code': { ok: true };
  'POST /api/auth/lock': LockReply;
  'POST /api/auth/device': { ok: true };
  'GET /api/branding': BrandingReply;
  'GET /api/pricing': PricingReply;
  'GET /api/subscription': SubscriptionReply;
  'GET /api/subscription/history': HistoryReply;
  'GET /api/subscription/receipts/:entryId': { url: string };
  'GET /api/users/:id/receipts/:entryId': { url: string };
  'GET /api/people': PeopleReply;
  'GET /api/people/:id': PersonDetails;
  'DELETE /api/people/:id': { ok: true };
  'DELETE /api/people/:id/sessions': { ended: number };
  'GET /api/people/:id/export': Blob;
  'GET /api/team': TeamReply;
  'POST /api/team/invitations': InviteReply;
  'DELETE /api/team/invitations/:id': { ok: true };
  'PUT /api/team/:id': { ok: true };
  'POST /api/invitations/accept': SessionReply;
  'GET /api/users/:id/credits': HistoryReply;
  'POST /api/users/:id/credits': { user: User };
  'GET /api/account/export': AccountExport;
  /** CSV. */
  'GET /api/safety/report': string;
  'DELETE /api/account': { ok: true };
  'POST /api/subscription/create-checkout-session': Partial<CheckoutReply>;
  'POST /api/subscription/create-portal-session': PortalReply;
  'GET /api/stripe/session/:id': CheckoutSessionReply;
  'POST /api/test-message': TestMessageReply;
  'POST /api/test-draft': TestDraftReply;
  'POST /api/providers/test': TestProviderReply;
  'GET /api/providers/:id/models': VendorModelsReply;
  'GET /api/test-conversations': { conversations: TestConversation[] };
  'GET /api/analytics': AnalyticsReply;
  'GET /api/setup': SetupReply;
  'GET /api/restore': PauseReply;
  'POST /api/restore/choices': PauseReply;
  'GET /api/doctor': DoctorReply;
};
