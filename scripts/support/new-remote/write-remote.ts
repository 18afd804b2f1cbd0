import { join } from 'node:path'
import { writeRemoteFiles, type RemoteRequest } from '@atalaia/create-remote'

/** All or nothing; returns file paths. */
export const writeRemote = (request: RemoteRequest, root: string): string[] =>
  writeRemoteFiles(request, {
    folder: join(root, request.name),
    layers: ['remote', 'typescript', 'workspace'],
    language: 'ts',
  }).map((path) => join(request.name, path))
