import { OPERATIONS, type Operation } from '@atalaia/contracts'
import type { TestApi } from './test-api.ts'

export type SessionRoute = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly operation: Operation
}

export const isOperation = (name: unknown): name is Operation =>
  typeof name === 'string' && Object.hasOwn(OPERATIONS, name)

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

export const sessionRoutes = async ({ app }: TestApi): Promise<SessionRoute[]> => {
  await app.ready()
  return Object.entries(Object(app.swagger().paths)).flatMap(([path, methods]) =>
    Object.entries(Object(methods)).flatMap(([name, told]) => {
      const operation: unknown = Object(told)['x-operation']
      if (!isOperation(operation)) return []
      const method = METHODS.find((known) => known === name.toUpperCase())
      if (method === undefined) throw new Error(`${name} ${path}: a method that this helper does not know`)
      return [{ method, path, operation }]
    }),
  )
}
