import { grantSchema } from '@atalaia/artifact'
import { artifactNameSchema, descriptorSchema, shellManifestSchema } from '@atalaia/contracts'
import { nullable, object, string, type infer as Infer } from 'zod/mini'

/** One published build. Instants are ISO 8601. */
export const artifactRow = object({
  name: string(),
  version: string(),
  digest: string(),
  descriptor: object({ ...descriptorSchema.shape, name: artifactNameSchema }),
  /** The manifest of a shell; `null`: it is a remote. */
  shell: nullable(shellManifestSchema),
  publishedAt: string(),
  publishedBy: string(),
  promotedAt: nullable(string()),
  prunedAt: nullable(string()),
})
export type ArtifactRow = Infer<typeof artifactRow>

/** A grant that this gateway knows; rows of a newer one may have others. */
export const grantedRow = object({ remote: string(), grant: grantSchema })

/** `consumer` takes the exposed `module` of `remote`: the shell, or the origin of a portal. */
export const useRow = object({ remote: string(), module: string(), consumer: string() })
export type ModuleUse = Infer<typeof useRow>

/** A verdict as it was signed, with the key that its verifier has now. */
export const storedVerdictRow = object({
  version: string(),
  verifier: string(),
  receivedAt: string(),
  verdict: string(),
  signature: string(),
  publicKey: string(),
})
export type StoredVerdict = Infer<typeof storedVerdictRow>
