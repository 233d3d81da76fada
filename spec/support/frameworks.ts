/** Express and Koa for specs: of the current major or, where a spec says so before it imports the others, of the one before. */
import { installedTools } from './installedTools.ts'

let areOlder = false

/** Whether `framework` gives the lowest versions that are served. */
export const isOlder = (): boolean => areOlder

export const useOlder = (): void => {
  areOlder = true
}

export const framework = async <Module>(name: 'express' | 'koa'): Promise<Module> =>
  areOlder ? (await installedTools('spec/project/older/served')).load<Module>(name) : import(name)
