import { lazyPage } from '#web/lib/lazy-page.ts';

/** Every page in a chunk of its own; menus fetch them ahead. Only the login page is there at once. */
export const AdminConversationsPage = lazyPage(() =>
  import('#web/pages/admin/conversations-page.tsx').then((module) => module.AdminConversationsPage),
);
export const AdminExpertsPage = lazyPage(() =>
  import('#web/pages/admin/experts-page.tsx').then((module) => module.AdminExpertsPage),
);
export const AdminProvidersPage = lazyPage(() =>
  import('#web/pages/admin/providers-page.tsx').then((module) => module.AdminProvidersPage),
);
export const AdminAiTestingPage = lazyPage(() =>
  import('#web/pages/admin/ai-testing-page.tsx').then((module) => module.AdminAiTestingPage),
);
export const AdminAnalyticsPage = lazyPage(() =>
  import('#web/pages/admin/analytics-page.tsx').then((module) => module.AdminAnalyticsPage),
);
export const AdminSubscriptionPage = lazyPage(() =>
  import('#web/pages/admin/subscription-page.tsx').then((module) => module.AdminSubscriptionPage),
);
export const AdminSettingsPage = lazyPage(() =>
  import('#web/pages/admin/settings-page.tsx').then((module) => module.AdminSettingsPage),
);
export const UserExpertsPage = lazyPage(() =>
  import('#web/pages/user/experts-page.tsx').then((module) => module.UserExpertsPage),
);
export const ThreadPage = lazyPage(() =>
  import('#web/pages/thread-page.tsx').then((module) => module.ThreadPage),
);
export const UserConversationsPage = lazyPage(() => {
  // The next step from the list is a conversation.
  ThreadPage.preload();
  return import('#web/pages/user/conversations-page.tsx').then(
    (module) => module.UserConversationsPage,
  );
});
export const UserSubscriptionPage = lazyPage(() =>
  import('#web/pages/user/subscription-page.tsx').then((module) => module.UserSubscriptionPage),
);
export const UserSettingsPage = lazyPage(() =>
  import('#web/pages/user/settings-page.tsx').then((module) => module.UserSettingsPage),
);
export const PaymentSuccessPage = lazyPage(() =>
  import('#web/pages/payment-success-page.tsx').then((module) => module.PaymentSuccessPage),
);
export const PaymentCancelPage = lazyPage(() =>
  import('#web/pages/payment-cancel-page.tsx').then((module) => module.PaymentCancelPage),
);
export const NotFoundPage = lazyPage(() =>
  import('#web/pages/not-found-page.tsx').then((module) => module.NotFoundPage),
);
