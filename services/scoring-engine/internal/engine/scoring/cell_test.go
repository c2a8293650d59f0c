package scoring_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/engine/scoring"
	"puls.app/services/spec"
)

// randomCells draws cells as a calculation leaves them.
func randomCells(r *rand.Rand, n int, visits bool) []byte {
	cells := make([]byte, n)
	for i := range cells {
		switch {
		case r.IntN(4) == 0:
			cells[i] = spec.CellAbsent
		case visits:
			cells[i] = byte(r.IntN(101) | r.IntN(2)*spec.CellKnown)
		case r.IntN(2) == 0:
			cells[i] = byte(201 + r.IntN(4))
		default:
			cells[i] = byte(r.IntN(101))
		}
	}
	return cells
}

// stands returns the standing of a cell by the numbers of the contract.
func stands(cells []byte, i int, visits bool) int {
	switch {
	case i >= len(cells) || cells[i] == 255:
		return 9
	case visits && cells[i] >= 128:
		return band(int(cells[i]) - 128)
	case visits || cells[i] <= 100:
		return band(int(cells[i]))
	}
	return int(cells[i]) - 201 + 5
}

func band(score int) int {
	for i, top := range []int{20, 40, 60, 80} {
		if score <= top {
			return i
		}
	}
	return 4
}

func TestMovementEqualsANaiveRecount(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, visits := range []bool{false, true} {
		for range 50 {
			m := scoring.NewMovement(visits)
			want := make([]int32, 100)
			for range r.IntN(4) {
				from, to := randomCells(r, r.IntN(300), visits), randomCells(r, r.IntN(300), visits)
				for i := range max(len(from), len(to)) {
					want[10*stands(from, i, visits)+stands(to, i, visits)]++
				}
				m.Add(from, to)
			}
			want[99] = 0
			require.Equal(t, want, m.Counts())
		}
	}
}

func TestEveryScoreIsReadFromItsCell(t *testing.T) {
	for score := range 101 {
		for _, cell := range []byte{byte(score), byte(score) | spec.CellKnown} {
			got, ok := spec.CellScore(cell, true)
			require.True(t, ok)
			require.Equal(t, score, got)
		}
		got, ok := spec.CellScore(byte(score), false)
		require.True(t, ok)
		require.Equal(t, score, got)
	}
	for cell := 101; cell < 256; cell++ {
		_, ok := spec.CellScore(byte(cell), false)
		require.False(t, ok, cell)
	}
	_, ok := spec.CellScore(spec.CellAbsent, true)
	require.False(t, ok)
}

// BenchmarkMovement compares 10,000,000 contacts.
func BenchmarkMovement(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 4))
	random := randomCells(r, 1<<16, false)
	same := make([]byte, 1<<16)
	for name, cells := range map[string][2][]byte{"random": {random, randomCells(r, 1<<16, false)}, "same": {same, same}} {
		b.Run(name, func(b *testing.B) {
			m := scoring.NewMovement(false)
			for b.Loop() {
				for range 10_000_000 / len(random) {
					m.Add(cells[0], cells[1])
				}
			}
			require.Positive(b, m.Counts()[0])
		})
	}
}
