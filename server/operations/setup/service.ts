import { findUserByEmail } from '#server/access/users-store.ts';
import { channelFor } from '#server/channels/index.ts';
import { toProvider } from '#server/experts/providers/service.ts';
import { listProviders } from '#server/experts/providers/store.ts';
import { listExperts } from '#server/experts/store.ts';
import { describeProxyProblem } from '#server/outside/proxies.ts';
import { version } from '#server/outside/version.ts';
import { isPassword } from '#server/people/passwords/passwords.ts';
import type { Runtime } from '#server/runtime.ts';
import type { SetupReply, SetupStep } from '#shared/api/setup.ts';
import { hasGatewayAnswer } from './store.ts';

/** Calls no service outside. */
export async function checkSetup(runtime: Runtime): Promise<SetupReply> {
  const [provider, expert] = await Promise.all([checkProviders(runtime), checkExperts(runtime)]);
  const problems: Record<SetupStep['name'], string | null> = {
    password: await checkPassword(runtime),
    provider,
    expert,
    payments: checkPayments(runtime),
    domain: checkDomain(runtime),
    proxy: describeProxyProblem(runtime),
    help: await checkHelp(runtime),
  };
  const names = Object.keys(problems) as SetupStep['name'][];
  return {
    version,
    steps: names.map((name) => ({
      name,
      isDone: problems[name] === null,
      detail: problems[name],
    })),
  };
}

/** A password check is slow on purpose: once per hash. */
let checked = { hash: '', isUnchanged: false };

async function checkPassword({ config, db }: Runtime): Promise<string | null> {
  if (!config.admin) return null;
  const { email, password, isSandboxDefault } = config.admin;
  const user = await findUserByEmail(db, email);
  if (!user) return null;
  const hash = user.passwordHash;
  if (checked.hash !== hash) checked = { hash, isUnchanged: await isPassword(hash, password) };
  if (!checked.isUnchanged) return null;
  return config.sandbox.takesKnownPassword && isSandboxDefault
    ? `${email} has the sandbox's password, which everyone can read. Change it in Settings.`
    : `${email} still has the password that ${isSandboxDefault ? 'each start prints' : "the server's settings name"}. Change it in Settings.`;
}

async function checkProviders(runtime: Runtime): Promise<string | null> {
  const providers = (await listProviders(runtime.db)).map((row) => toProvider(runtime, row));
  const answers = providers.filter(
    ({ isActive, outage, config }) => isActive && !outage && config.hasApiKey,
  );
  if (answers.some(({ isSandboxed }) => !isSandboxed)) return null;
  return answers.length > 0
    ? 'Only the sandbox answers so far. Add an AI provider with its key.'
    : 'No AI provider can answer. Add one with its key.';
}

async function checkExperts({ config, db }: Runtime): Promise<string | null> {
  const live = (await listExperts(db)).filter(({ status }) => status === 'ACTIVE');
  if (live.some(({ channel }) => config.channels[channel]?.isSandboxed === false)) return null;
  return live.length > 0
    ? "Experts can be texted from the sandbox's phone only. Set a gateway's credentials, for example TWILIO_ACCOUNT_SID."
    : 'No expert is live. Create one, and follow the list on its page.';
}

function checkPayments({ config }: Runtime): string | null {
  if (config.sandbox.stripe) return 'Payments go to the sandbox. Set STRIPE_SECRET_KEY.';
  if (config.stripe === null) return 'Plans can only be tried, not bought. Set STRIPE_SECRET_KEY.';
  return null;
}

/**
 * Twilio's own answer to HELP names no one, and can't be read through its API. Texts of Advanced Opt-Out, where it is
 * written, carry an OptOutType: the first one shows that it is on.
 */
async function checkHelp({ config, db }: Runtime): Promise<string | null> {
  const sms = channelFor(config, 'SMS');
  const isAnswered = sms?.channel.answersKeyword?.('HELP', sms.settings) === true;
  if (!isAnswered || config.channels.SMS?.isSandboxed || (await hasGatewayAnswer(db))) return null;
  return 'Twilio answers HELP before Sagewire can, with a text that names no one. In its console, under Messaging > Services > Opt-Out Management, turn on Advanced Opt-Out and write an answer with your name; or turn its answers off and set TWILIO_ANSWERS_KEYWORDS=false. Then text HELP to your number.';
}

function checkDomain({ config }: Runtime): string | null {
  const { protocol, host } = new URL(config.publicUrl);
  if (protocol === 'https:') return null;
  return `People and gateways reach ${host} without encryption, or not at all. Set PUBLIC_URL to the site's https address.`;
}
