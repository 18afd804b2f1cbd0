import { object, string } from 'zod/mini'

const codedSchema = object({ code: string() })
const saidSchema = object({ message: string() })

/** The code that Node or PostgreSQL gave an error, such as `ENOENT`. */
export const codeOf = (error: unknown): string | undefined => codedSchema.safeParse(error).data?.code

/** What an error says. */
export const messageOf = (error: unknown): string => saidSchema.safeParse(error).data?.message ?? String(error)
