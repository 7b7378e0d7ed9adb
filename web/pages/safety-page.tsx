import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Branding } from '#shared/branding.ts';
import { SupportLink } from '#web/branding/support-link.tsx';
import { useBranding } from '#web/branding/use-branding.ts';
import { Logo } from '#web/components/logo.tsx';
import { ProvidedBy } from '#web/components/provided-by.tsx';
import { usePageTitle } from '#web/lib/use-page-title.ts';

export function SafetyPage() {
  const { siteName, imageUrl, supportEmail, words } = useBranding();
  usePageTitle('Safety');
  return (
    <div className="mx-auto max-w-2xl px-5 py-8 text-base sm:py-12">
      <Link href="/" className="inline-flex min-h-11 max-w-full items-center rounded-control">
        <Logo name={siteName} imageUrl={imageUrl} />
      </Link>
      <main className="grid gap-8 pt-6">
        <header className="grid gap-3">
          <h1 className="font-display font-semibold text-4xl leading-tight">Safety</h1>
          <p className="text-lg text-muted">
            What you are texting, and what it does when it matters.
          </p>
          <p className="rounded-card bg-danger-soft px-4 py-3 text-danger">
            In danger now? Call 911 in the US, 999 in the UK, or your local emergency number.
          </p>
          <ProvidedBy />
        </header>
        <WhatItIs words={words} />
        <InACrisis />
        <StopAndDelete word={words.forget} />
        <Section title="How to reach a person">
          <p>
            Text <Word>{words.human ?? 'AGENT'}</Word>, or "talk to a person". The AI stops, the
            team behind the expert is alerted, and a person answers you in the same conversation.
            It's free.
          </p>
          {supportEmail && (
            <p>
              Or write to us: <SupportLink />.
            </p>
          )}
        </Section>
      </main>
    </div>
  );
}

function WhatItIs({ words: { who, menu } }: Pick<Branding, 'words'>) {
  return (
    <>
      <Section title="What it is">
        <p>
          Experts are AI: a language model writes their answers. The first answer says so, and whose
          AI it is; that is repeated every three hours. People on the team may write to you, too.
        </p>
        <p>
          Ask "Are you human?"{' '}
          {who && (
            <>
              or text <Word>{who}</Word>{' '}
            </>
          )}
          at any time to learn who is answering, for free.
          {menu && (
            <>
              {' '}
              Text <Word>{menu}</Word> to see what else you can text.
            </>
          )}
        </p>
      </Section>
      <Section title="What it is not">
        <ul>
          <li>
            It is not a doctor, therapist, lawyer or financial adviser, whatever it is called.
          </li>
          <li>It can be wrong and still sound sure. Check what matters before you act on it.</li>
          <li>It is not a friend who can look after you, and not an emergency service.</li>
          <li>It is not for children under 13.</li>
        </ul>
      </Section>
    </>
  );
}

function InACrisis() {
  return (
    <Section title="What happens in a crisis">
      <p>
        If a text says that someone may hurt themselves, the AI does not answer it. Instead you get
        a number to call for help, at once and for free, and the team is alerted. Where it is less
        clear, the AI answers and adds a number to call. If it was a false alarm, text "I'm fine"
        and the AI is back.
      </p>
      <ul>
        <li>
          United States: call or text <Phone number="988" />, the Suicide &amp; Crisis Lifeline, day
          and night.
        </li>
        <li>
          United Kingdom: call Samaritans on <Phone number="116123">116 123</Phone>, day and night.
        </li>
        <li>
          Elsewhere: your local emergency number, or a helpline from{' '}
          <a href="https://findahelpline.com" rel="noreferrer" className={linkStyle}>
            findahelpline.com
          </a>
          .
        </li>
      </ul>
      <p>
        Word lists look for such texts, and they can miss one. Don't wait for a reply: call if you
        need help. We count how often this happens; the count never includes what was written.
      </p>
    </Section>
  );
}

function StopAndDelete({ word }: { word: string | undefined }) {
  return (
    <Section title="How to stop">
      <ul>
        <li>
          Text <Word>STOP</Word> to get no more texts from this expert. <Word>START</Word> undoes
          it.
        </li>
        <li>
          {word ? (
            <>
              Text <Word>{word}</Word> to delete everything, including your account, once you
              confirm. You can also do this in Settings.
            </>
          ) : (
            'Delete everything, including your account, in Settings.'
          )}
        </li>
        <li>
          Text <Word>HELP</Word> for help.
        </li>
      </ul>
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2.5 leading-relaxed [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:pl-5">
      <h2 className="font-display font-semibold text-2xl">{title}</h2>
      {children}
    </section>
  );
}

const linkStyle = 'rounded-xs font-semibold underline underline-offset-2';

function Word({ children }: { children: string }) {
  return <strong className="whitespace-nowrap">{children}</strong>;
}

function Phone({ number, children = number }: { number: string; children?: string }) {
  return (
    <a href={`tel:${number}`} className={linkStyle}>
      {children}
    </a>
  );
}
