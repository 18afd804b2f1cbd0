import type { CopyRows } from './database.ts'

export type PgliteWork =
  | { readonly kind: 'query'; readonly sql: string; readonly parameters: readonly unknown[] }
  | { readonly kind: 'script'; readonly sql: string }
  | { readonly kind: 'copy'; readonly target: string; readonly rows: CopyRows }
  | { readonly kind: 'copy-out'; readonly select: string }
  | { readonly kind: 'close' }

export type PgliteRequest = { readonly id: number; readonly work: PgliteWork }

export type PgliteReply =
  | {
      readonly id: number
      readonly ok: true
      readonly rows: unknown[]
      readonly affected: number
      /** The bytes of a `copy-out`. */
      readonly bytes?: Uint8Array<ArrayBuffer>
    }
  | { readonly id: number; readonly ok: false; readonly message: string; readonly code: string | undefined }
