import { join } from 'node:path'
import { writeRemoteFiles, type RemoteRequest } from '@atalaia/create-remote'

/** Writes the remote's folder into the workspace at `root`, all of it or nothing; gives the paths of its files. */
export const writeRemote = (request: RemoteRequest, root: string): string[] =>
  writeRemoteFiles(request, {
    folder: join(root, request.name),
    layers: ['remote', 'typescript', 'workspace'],
    language: 'ts',
  }).map((path) => join(request.name, path))
