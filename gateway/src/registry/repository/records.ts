import { grantSchema } from '@atalaia/artifact'
import { artifactNameSchema, descriptorSchema, shellManifestSchema } from '@atalaia/contracts'
import { nullable, object, string, type infer as Infer } from 'zod/mini'

export const artifactRow = object({
  name: string(),
  version: string(),
  digest: string(),
  descriptor: object({ ...descriptorSchema.shape, name: artifactNameSchema }),
  /** `null` for a remote. */
  shell: nullable(shellManifestSchema),
  publishedAt: string(),
  publishedBy: string(),
  promotedAt: nullable(string()),
  prunedAt: nullable(string()),
})
export type ArtifactRow = Infer<typeof artifactRow>

/** Newer gateways may store grants that this gateway does not know. */
export const grantedRow = object({ remote: string(), grant: grantSchema })

/** `consumer`: the shell, or the origin of a portal. */
export const useRow = object({ remote: string(), module: string(), consumer: string() })
export type ModuleUse = Infer<typeof useRow>

/** The signed verdict, with the current key of its verifier. */
export const storedVerdictRow = object({
  version: string(),
  verifier: string(),
  receivedAt: string(),
  verdict: string(),
  signature: string(),
  publicKey: string(),
})
export type StoredVerdict = Infer<typeof storedVerdictRow>
