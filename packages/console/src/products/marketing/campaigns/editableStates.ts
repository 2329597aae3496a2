/** States of a campaign whose fields can change. */
export const editableStates: readonly string[] = ['draft', 'scheduled', 'missed']
