import { type AiProviderKey, aiProviderKeys, baseUrlSetting } from '#shared/ai-providers.ts';
import { isLoopbackHost } from '../network.ts';
import type { Environment } from './environment.ts';

/** Half of a pair also counts: the operator has begun to set up a real service. */
const credentialNames = [
  ...['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'],
  ...['WHATSAPP_ACCESS_TOKEN', 'WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN'],
  ...['AMB_MSP_ID', 'AMB_SECRET', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
] as const satisfies (keyof Environment)[];

/**
 * @param hasChannel whether a gateway's settings are complete.
 * @returns a function that tells whether a stand-in replaces a service, with or without credentials.
 */
export function chooseStandIns(
  env: Environment,
  hasChannel: boolean,
): (hasCredentials: boolean) => boolean {
  switch (env.SANDBOX) {
    case 'on':
      return () => true;
    case 'off':
      return () => false;
    case 'mixed':
      return (hasCredentials) => !hasCredentials;
    case 'auto': {
      const isSandbox = env.NODE_ENV !== 'production' && !hasChannel && !isAnyServiceReal(env);
      return () => isSandbox;
    }
  }
}

/** A model's address counts, too: real answers come from there. */
function isAnyServiceReal(env: Environment): boolean {
  const hasModel = aiProviderKeys.some((key) => isModelReal(env, key));
  return hasModel || credentialNames.some((name) => env[name] !== undefined);
}

export function isModelReal(env: Environment, key: AiProviderKey): boolean {
  return env[baseUrlSetting(key)] !== undefined;
}

/** Sandbox pages let anyone pay with play money and write as any person. */
export function findSandboxProblem(settings: Record<string, string | undefined>): string | null {
  const { SANDBOX, SANDBOX_PASSWORD, HOST = '127.0.0.1', PUBLIC_URL = '' } = settings;
  if (SANDBOX !== 'mixed' || SANDBOX_PASSWORD !== undefined) return null;
  const needed = 'SANDBOX_PASSWORD is required with SANDBOX=mixed';
  if (!isLoopbackHost(HOST)) return `${needed} on HOST ${HOST}. Set one, or HOST=127.0.0.1.`;
  if (!isReachedByOthers({ HOST, PUBLIC_URL })) return null;
  return `${needed} and PUBLIC_URL ${PUBLIC_URL}, where others reach it. Set one.`;
}

/** Some proxies on this machine neither keep the Host header nor add one of their own, so PUBLIC_URL tells, too. */
export function isReachedByOthers({
  HOST,
  PUBLIC_URL,
}: {
  HOST: string;
  PUBLIC_URL?: string | undefined;
}) {
  if (!isLoopbackHost(HOST)) return true;
  return (
    PUBLIC_URL !== undefined &&
    URL.canParse(PUBLIC_URL) &&
    !isLoopbackHost(new URL(PUBLIC_URL).hostname)
  );
}
