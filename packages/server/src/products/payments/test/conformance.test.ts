import { testConformance } from '#test/conformance/productConformance.ts'

testConformance('payments')
