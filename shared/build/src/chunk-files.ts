import type { ChunkGroup, Compilation, Module } from 'webpack'

export const groupFiles = (group: ChunkGroup): string[] =>
  unique(group.chunks.flatMap((chunk) => [...chunk.files])).filter((file) => /\.(js|css)$/.test(file))

export const asyncGroups = (compilation: Compilation, module: Module): ChunkGroup[] =>
  module.blocks.flatMap((block) => compilation.chunkGraph.getBlockChunkGroup(block) ?? [])

export const groupModules = (compilation: Compilation, group: ChunkGroup): Module[] =>
  group.chunks.flatMap((chunk) => [...compilation.chunkGraph.getChunkModulesIterable(chunk)])

export const unique = (items: readonly string[]): string[] => [...new Set(items)]
