import { z } from 'zod';
import { registerRequest } from '#shared/api/auth.ts';

export const signUpSchema = registerRequest.extend({ confirmPassword: z.string() }).refine(
  ({ password, confirmPassword }) => password === confirmPassword,
  // Shown together with the other errors.
  { path: ['confirmPassword'], message: "Passwords don't match", when: () => true },
);

export type SignUpInput = z.input<typeof signUpSchema>;
export type SignUpOutput = z.output<typeof signUpSchema>;
