import { testFuzz } from '#test/conformance/productFuzz.ts'

testFuzz('loyalty')
