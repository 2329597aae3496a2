/** The runner says here whether the long repetitions run as well: `true` or `false`. */
export const thoroughVariable = 'FAIRGROUND_TEST_THOROUGH'

/** Whether long repetitions run: always, but in a plain `npm test` of all files. */
export const isThorough = process.env[thoroughVariable] !== 'false'
