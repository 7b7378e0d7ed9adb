import { z } from 'zod';
import { registerRequest } from '#shared/api/auth.ts';

/** The registration and what only the form asks for. */
export const signUpSchema = registerRequest.extend({ confirmPassword: z.string() }).refine(
  ({ password, confirmPassword }) => password === confirmPassword,
  // Said together with the other fields' errors, not only once those are gone.
  { path: ['confirmPassword'], message: "Passwords don't match", when: () => true },
);

export type SignUpInput = z.input<typeof signUpSchema>;
export type SignUpOutput = z.output<typeof signUpSchema>;
