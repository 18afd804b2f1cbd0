const vm = require('node:vm')
const { TestEnvironment } = require('jest-environment-node')

/**
 * Node, with an ordinary global object: Jest's own stands behind interceptors, which each use of a global passes (3 % of the
 * servers' tests).
 */
module.exports = class NodeEnvironment extends TestEnvironment {
  constructor(...args) {
    const { createContext } = vm
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY)
    try {
      super(...args)
    } finally {
      vm.createContext = createContext
    }
  }
}
