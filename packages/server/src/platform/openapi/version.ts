/** The version of this software and of its contract: that of package.json, held by a test. */
export const version = '0.1.0'
