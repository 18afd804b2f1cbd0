import type { Parser } from '@atalaia/contracts'

export const addresses: Parser<readonly unknown[]> = {
  safeParse: (data) =>
    Array.isArray(data) ? { success: true, data } : { success: false, error: { message: 'it is no list' } },
}
