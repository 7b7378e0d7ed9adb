import { lazyPage } from '#web/lib/lazy-page.ts';

/** Every page in a chunk of its own; menus fetch them ahead. */
export const LoginPage = lazyPage(() =>
  import('#web/pages/login-page.tsx').then((module) => module.LoginPage),
);
export const AdminConversationsPage = lazyPage(() =>
  import('#web/pages/admin/conversations-page.tsx').then((module) => module.AdminConversationsPage),
);
export const AdminExpertsPage = lazyPage(() =>
  import('#web/pages/admin/experts-page.tsx').then((module) => module.AdminExpertsPage),
);
export const AdminProvidersPage = lazyPage(() =>
  import('#web/pages/admin/providers-page.tsx').then((module) => module.AdminProvidersPage),
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
export const NotFoundPage = lazyPage(() =>
  import('#web/pages/not-found-page.tsx').then((module) => module.NotFoundPage),
);
