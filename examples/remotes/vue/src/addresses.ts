import type { Parser } from '@atalaia/contracts'

/** The API's answer to `/emails`: a list. A schema of zod is a parser, too. */
export const addresses: Parser<readonly unknown[]> = {
  safeParse: (data) =>
    Array.isArray(data) ? { success: true, data } : { success: false, error: { message: 'it is no list' } },
}
