import { sql } from 'drizzle-orm';

/**
 * Columns that make the transaction's next statements look rows up by key, whatever the statistics of a young table
 * say, and plan them once per connection, not for each call's values. Without JIT, which takes longer than the lookups.
 */
export const planByKey = sql`set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
  set_config('enable_mergejoin', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true),
  set_config('jit', 'off', true)`;
