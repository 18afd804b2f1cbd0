/** What one upload may be. */
export type UploadLimits = {
  readonly fileBytes: number
  readonly totalBytes: number
  readonly files: number
  /** Bytes that may come out of one byte of the archive, once more than a mebibyte has. */
  readonly ratio: number
}

export const defaultLimits: UploadLimits = {
  fileBytes: 20 * 1024 * 1024,
  totalBytes: 60 * 1024 * 1024,
  files: 2000,
  ratio: 200,
}
