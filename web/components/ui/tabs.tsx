import { type ComponentProps, createContext, type KeyboardEvent, use, useId } from 'react';
import { cn } from '#web/lib/cn.ts';

/**
 * The ARIA tabs pattern: arrows, Home and End select, Tab goes to the panel. The library's version
 * would add 9 kB to the login page.
 */
const TabsContext = createContext({ id: '', value: '', onValueChange: (_value: string) => {} });

export function Tabs({
  value,
  onValueChange,
  ...props
}: ComponentProps<'div'> & { value: string; onValueChange: (value: string) => void }) {
  const id = useId();
  return (
    <TabsContext value={{ id, value, onValueChange }}>
      <div {...props} />
    </TabsContext>
  );
}

function findTab(key: string, tabs: HTMLElement[], current: number): HTMLElement | undefined {
  if (key === 'ArrowRight') return tabs[(current + 1) % tabs.length];
  if (key === 'ArrowLeft') return tabs.at(current - 1);
  if (key === 'Home') return tabs[0];
  return key === 'End' ? tabs.at(-1) : undefined;
}

export function TabsList({ className, ...props }: ComponentProps<'div'>) {
  const moveFocus = (event: KeyboardEvent<HTMLDivElement>) => {
    const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
    const next = findTab(event.key, tabs, tabs.indexOf(event.target as HTMLElement));
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.click();
  };
  return (
    <div
      role="tablist"
      onKeyDown={moveFocus}
      className={cn(
        'grid auto-cols-fr grid-flow-col rounded-[10px] bg-secondary-soft p-1',
        className,
      )}
      {...props}
    />
  );
}

export function TabsTrigger({
  value,
  className,
  ...props
}: ComponentProps<'button'> & { value: string }) {
  const tabs = use(TabsContext);
  const isActive = tabs.value === value;
  return (
    <button
      type="button"
      role="tab"
      id={`${tabs.id}-tab-${value}`}
      aria-controls={`${tabs.id}-panel-${value}`}
      aria-selected={isActive}
      tabIndex={isActive ? 0 : -1}
      onClick={() => tabs.onValueChange(value)}
      className={cn(
        'min-h-(--control) rounded-control border default:px-3 font-semibold transition-colors duration-150',
        isActive ? 'bg-surface marked' : 'border-transparent text-muted hover:text-foreground',
        className,
      )}
      {...props}
    />
  );
}

export function TabsContent({
  value,
  children,
  ...props
}: ComponentProps<'div'> & { value: string }) {
  const tabs = use(TabsContext);
  const isActive = tabs.value === value;
  return (
    <div
      role="tabpanel"
      id={`${tabs.id}-panel-${value}`}
      aria-labelledby={`${tabs.id}-tab-${value}`}
      hidden={!isActive}
      {...props}
    >
      {isActive && children}
    </div>
  );
}
