const sections = [
  ['who', 'Who'],
  ['answers', 'How it answers'],
  ['channel', 'Channel'],
  ['safety', 'Safety'],
  ['handover', 'Handover'],
  ['look', 'White label'],
  ['try', 'Try it'],
  ['knowledge', 'Knowledge'],
  ['unanswered', 'Unanswered'],
  ['figures', 'Figures'],
  ['history', 'History'],
  ['archive', 'Archive'],
] as const;

export function ExpertContents() {
  return (
    <nav
      aria-label="Sections"
      className="sticky top-0 z-10 -mx-4 border-b bg-background sm:-mx-8 @6xl:top-6 @6xl:mx-0 @6xl:border-b-0"
    >
      <ul className="flex gap-1 overflow-x-auto px-4 sm:px-8 @6xl:grid @6xl:overflow-visible @6xl:px-0">
        {sections.map(([id, label]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-(--control) items-center whitespace-nowrap rounded-control px-2.5 font-medium text-muted text-sm hover:bg-secondary-soft hover:text-foreground"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
