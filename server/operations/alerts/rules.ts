import type { Runtime } from '#server/runtime.ts';
import type { AlertRule } from '#shared/api/alerts.ts';
import { findBudgets } from './budget-rule.ts';
import { findCrises } from './crisis-rule.ts';
import { findFullDisk } from './disk-rule.ts';
import type { Finding, Watch } from './finding.ts';
import { findDownProviders, findFailures, findGivenUp, findUnanswered } from './message-rules.ts';
import { findRefusals } from './webhook-rule.ts';

type Rule = {
  title: string;
  /** Repeated sooner, and by text too. */
  isUrgent: boolean;
  find(runtime: Runtime, watch: Watch): Promise<Finding[]>;
};

export const rules: Record<AlertRule, Rule> = {
  crisis: { title: 'Crisis not opened', isUrgent: true, find: findCrises },
  unanswered: { title: 'Texts unanswered', isUrgent: true, find: findUnanswered },
  provider: { title: 'AI provider down', isUrgent: false, find: findDownProviders },
  failures: { title: 'Many failures', isUrgent: false, find: findFailures },
  'given-up': { title: 'Texts given up', isUrgent: false, find: findGivenUp },
  webhooks: { title: 'Webhooks refused', isUrgent: false, find: findRefusals },
  budget: { title: 'Daily limit almost used up', isUrgent: false, find: findBudgets },
  disk: { title: 'Disk almost full', isUrgent: false, find: findFullDisk },
};
