#include "textflag.h"

// FILL sets all sixteen bytes of x to byte, which is given eight times.
#define FILL(bytes, x) \
	MOVQ       $bytes, BX; \
	MOVQ       BX, x; \
	PUNPCKLQDQ x, x

// func skipFast(b []byte, i int) int
TEXT ·skipFast(SB), NOSPLIT, $0-40
	MOVQ b_base+0(FP), SI
	MOVQ b_len+8(FP), DX
	MOVQ i+24(FP), AX
	SUBQ $17, DX // the last place that has sixteen bytes and one behind them
	FILL(0x3a3a3a3a3a3a3a3a, X8)  // :
	FILL(0x4040404040404040, X9)  // @
	FILL(0x2e2e2e2e2e2e2e2e, X10) // .
	FILL(0x7777777777777777, X11) // w
	FILL(0x7070707070707070, X12) // p
	FILL(0x2020202020202020, X13) // blank
	FILL(0x3d3d3d3d3d3d3d3d, X14) // =

loop:
	CMPQ    AX, DX
	JGT     done
	MOVOU   -1(SI)(AX*1), X1
	MOVOU   (SI)(AX*1), X0
	MOVOU   1(SI)(AX*1), X2

	MOVO    X0, X3
	PCMPEQB X8, X3
	MOVO    X2, X4
	PCMPGTB X13, X4
	PAND    X4, X3
	PCMPEQB X14, X2
	PANDN   X3, X2 // a colon, before what is more than a blank and no "="

	MOVO    X1, X5
	PCMPEQB X11, X1
	PCMPEQB X12, X5
	POR     X5, X1
	MOVO    X0, X6
	PCMPEQB X10, X6
	PAND    X6, X1
	POR     X1, X2 // a dot, behind "w" or "p"

	PCMPEQB X9, X0
	POR     X0, X2 // an "@"

	PMOVMSKB X2, BX
	TESTL    BX, BX
	JNZ      found
	ADDQ     $16, AX
	JMP      loop

found:
	BSFL BX, BX
	ADDQ BX, AX

done:
	MOVQ AX, ret+32(FP)
	RET
