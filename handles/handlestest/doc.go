// Package handlestest holds an engine of jobs to the contract of [handles.Engine]: each case is a
// sentence of it, and all that do not hold are reported at once.
//
//	func TestEngine(t *testing.T) {
//		handlestest.Run(t, func(t testing.TB, s handlestest.Setup) handlestest.Opened {
//			gate := handlestest.NewGate(openStore(t, s.Storage, s.Now))
//			return handlestest.Opened{Engine: handles.Over(gate, s.Options), Reach: gate}
//		})
//	}
//
// What runs on time only, an engine in memory, is tested without waiting by running each of [Cases] in a
// bubble of testing/synctest.
package handlestest
