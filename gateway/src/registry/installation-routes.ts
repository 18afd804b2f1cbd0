import { ORDERS } from '@atalaia/artifact'
import { reportsSchema, runChecks, type Check, type Report } from '@atalaia/server'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Authorities } from './rights/authority.ts'

export type Installation = {
  readonly checks: readonly Check[]
  /** Reports of the API, in Portuguese. Default: none. */
  readonly askApi?: (() => Promise<readonly Report[]>) | undefined
}

type Options = { readonly authority: Authorities; readonly installation?: Installation | undefined }

const query = z.object({ language: z.enum(['en', 'pt']).default('pt') })

/** M-CONSOLE-14 */
export const installationRoutes = (root: FastifyInstance, { authority, installation }: Options): void => {
  const app = root.withTypeProvider<ZodTypeProvider>()
  app.get(
    ORDERS.installation,
    { schema: { querystring: query, response: { 200: reportsSchema } }, onRequest: authority.may('installation') },
    async ({ query: { language } }) => {
      const own = runChecks(installation?.checks ?? [], language)
      const [checks, ofApi] = await Promise.all([own, installation?.askApi?.() ?? []])
      return { checks: [...checks, ...ofApi] }
    },
  )
}
