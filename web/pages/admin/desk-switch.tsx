import { Link } from 'wouter';

const places = [
  { name: 'Conversations', path: '/' },
  { name: 'People', path: '/people' },
] as const;

export function DeskSwitch({ current }: { current: (typeof places)[number]['name'] }) {
  return (
    <nav aria-label="Desk" className="flex min-w-0 flex-wrap gap-x-4 gap-y-2 text-xl leading-tight">
      {places.map(({ name, path }) =>
        name === current ? (
          <h1 key={name} className="font-semibold">
            {name}
          </h1>
        ) : (
          <Link
            key={name}
            href={path}
            className="-my-2.5 rounded-xs py-2.5 font-medium text-muted hover:text-foreground"
          >
            {name}
          </Link>
        ),
      )}
    </nav>
  );
}
