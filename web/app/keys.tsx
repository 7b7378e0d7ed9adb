import { Suspense, useState } from 'react';
import { isStaff, type Role } from '#shared/roles.ts';
import { useShortcuts } from '#web/keys/use-shortcuts.ts';
import { lazyPage } from '#web/lib/lazy-page.ts';

const ShortcutSheet = lazyPage(() =>
  import('./shortcut-sheet.tsx').then((module) => module.ShortcutSheet),
);
const Palette = lazyPage(() => import('./palette.tsx').then((module) => module.Palette));

export function Keys({ role }: { role: Role }) {
  const [opened, setOpened] = useState<'palette' | 'sheet' | null>(null);
  const isForStaff = isStaff({ role });
  const showSheet = () => setOpened('sheet');
  useShortcuts({
    palette: () => setOpened('palette'),
    sheet: () => isForStaff && showSheet(),
  });
  const close = () => setOpened(null);
  return (
    <Suspense fallback={null}>
      {opened === 'palette' && (
        <Palette role={role} onShowSheet={isForStaff ? showSheet : null} onClose={close} />
      )}
      {opened === 'sheet' && <ShortcutSheet onClose={close} />}
    </Suspense>
  );
}
